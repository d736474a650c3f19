// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice An account of a campaign: does what it is told, and may refuse JU or call somebody whenever it receives some.
contract Actor {
    bool public refuses;
    address private _target;
    bytes private _data;

    receive() external payable {
        require(!refuses);
        if (_target == address(0)) return;
        // Whatever comes of it: the campaign looks at what is different afterwards.
        (bool done,) = _target.call(_data);
        done;
    }

    function act(address target, uint256 value, bytes calldata data) external returns (bool done) {
        (done,) = target.call{value: value}(data);
    }

    function refuse(bool refuses_) external {
        refuses = refuses_;
    }

    function onReceive(address target, bytes calldata data) external {
        (_target, _data) = (target, data);
    }
}

/**
 * @title A campaign of random calls
 * @notice Actors call a contract at random; after each call, everything the campaign expects is compared with what is.
 * A campaign begins where `prepare` ended, and is run by `eth_call`: nothing of it stays, and a seed repeats it.
 */
abstract contract Campaign {
    /// @notice What each action is called in reports; `_act` picks by position.
    string[] public actions;
    Actor[] internal actors;
    uint256 private _random;

    error Violated(string what);
    error StepFailed(uint256 step, string action, bytes reason);

    /// @return refused How often each action was refused, as it had to be
    /// @return accepted How often it was done
    function run(uint256 seed, uint256 steps) external returns (uint256[] memory refused, uint256[] memory accepted) {
        refused = new uint256[](actions.length);
        accepted = new uint256[](actions.length);
        for (uint256 i = 0; i < steps; i++) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            uint256 action = random % actions.length;
            // A call of its own, so that each step begins with empty memory.
            try this.step(action, random) returns (bool done) {
                (done ? accepted : refused)[action] += 1;
            } catch (bytes memory reason) {
                revert StepFailed(i, actions[action], reason);
            }
        }
    }

    function step(uint256 action, uint256 random) external returns (bool done) {
        _random = random;
        done = _act(action);
        _check();
    }

    function _act(uint256 action) internal virtual returns (bool done);

    function _check() internal virtual;

    function _require(bool holds, string memory what) internal pure {
        if (!holds) revert Violated(what);
    }

    function _same(Actor one, Actor other) internal pure returns (bool) {
        return address(one) == address(other);
    }

    function _addActors(uint256 count, uint256 ju) internal {
        for (uint256 i = 0; i < count; i++) {
            actors.push(new Actor());
            (bool done,) = address(actors[i]).call{value: ju}("");
            require(done);
        }
    }

    function _create(bytes memory code) internal returns (address created) {
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
        }
        require(created != address(0), "not created");
    }

    function _draw(uint256 bound) internal returns (uint256) {
        _random = uint256(keccak256(abi.encode(_random)));
        return _random % bound;
    }

    function _anybody() internal returns (Actor) {
        return actors[_draw(actors.length)];
    }

    /// @dev Mostly who may, so that campaigns get somewhere.
    function _mostly(Actor one) internal returns (Actor) {
        return _draw(4) == 0 ? _anybody() : one;
    }

    /// @dev Amounts at and around a limit, small ones, any within it, and any at all.
    function _amount(uint256 limit) internal returns (uint256) {
        uint256 kind = _draw(16);
        if (kind == 0) return 0;
        if (kind == 1) return 1;
        if (kind == 2) return limit;
        if (kind == 3) return limit == type(uint256).max ? limit : limit + 1;
        if (kind == 4) return limit == 0 ? 0 : limit - 1;
        if (kind == 5) return type(uint256).max - _draw(2);
        if (kind == 6) return _draw(type(uint256).max) >> _draw(256);
        uint256 most = limit >> _draw(32);
        return most == 0 ? 0 : _draw(most) + 1;
    }
}
